# The in-memory shop of shop.js in Ruby: ruby --disable-gems shop.rb OUTDIR writes OUTDIR/shop.rubyheap and what
# Ruby itself counts.
require "objspace"

ObjectSpace.trace_object_allocations_start

module Shop
  Product = Struct.new(:id, :title, :price, :photo)
  User = Struct.new(:id, :name, :history)
  Order = Struct.new(:user, :lines)
  Line = Struct.new(:product, :count)

  class Session
    def initialize(user, seen)
      @user, @seen = user, seen
      @on_close = -> { user.history << seen.size }
    end
  end

  class LazyReport
    def initialize(orders)
      @thunk = -> { orders.sum { |order| order.lines.sum { |line| line.product.price * line.count } } }
    end

    def force
      @value ||= @thunk.call
      @thunk = nil
    end
  end

  CATALOGUE = Array.new(500) { |i| Product.new(i, "product #{i}", i % 97 + 0.99, "\xff".b * (64 + i % 512)) }
  USERS = Array.new(100) { |i| User.new(i, "user #{i}", []) }
  CACHE = {}
  SESSIONS = {} # a leak: nothing is ever removed
  REPORTS = []
  @orders = []

  # Sessions begin, searches are cached, the orders of the last round are forgotten, and its report is made.
  def self.round(n, random)
    200.times do |i|
      five = Array.new(5) { CATALOGUE[random.rand(CATALOGUE.size)] }
      SESSIONS["s#{n}-#{i}"] = Session.new(USERS[random.rand(USERS.size)], five)
      CACHE[CATALOGUE[random.rand(CATALOGUE.size)].title] = five
    end
    @orders = Array.new(300) do
      Order.new(USERS[random.rand(USERS.size)], Array.new(2) { Line.new(CATALOGUE[random.rand(CATALOGUE.size)], 1) })
    end
    REPORTS << LazyReport.new(@orders)
    REPORTS[n - 2].force if n > 1
  end
end

random = Random.new(42)
1.upto(3) { |n| Shop.round(n, random) }
worker = Thread.new { held = Array.new(500) { |i| "#{i}" * i }; sleep; held }
sleep 0.2

out = File.open(File.join(ARGV[0] || ".", "shop.rubyheap"), "w")
counts, sizes = {}, {}
classes = Shop.constants.map { |name| Shop.const_get(name) }.grep(Class)
3.times { GC.start }
GC.disable
own = classes.map { |c| [c, ObjectSpace.each_object(c).count, ObjectSpace.memsize_of_all(c)] }
2.times { ObjectSpace.count_objects(counts) && ObjectSpace.count_objects_size(sizes) }
all = ObjectSpace.memsize_of_all
ObjectSpace.dump_all(output: out)
File.open(out.path + ".counts.txt", "w") do |file|
  own.each { |c, count, size| file.puts "#{c} #{count} #{size}" }
  counts.each { |kind, count| file.puts "#{kind} #{count} #{sizes[kind] || 0}" }
  file.puts "memsize_of_all #{all}"
end
