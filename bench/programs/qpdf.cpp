// qpdf 11.3 with all objects of a document of 5,000 pages.
#include "program.hpp"

#include <qpdf/Buffer.hh>
#include <qpdf/BufferInputSource.hh>
#include <qpdf/FileInputSource.hh>
#include <qpdf/OffsetInputSource.hh>
#include <qpdf/Pl_Discard.hh>
#include <qpdf/Pl_OStream.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFObject_private.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>
#include <qpdf/QPDFWriter.hh>
#include <qpdf/QPDF_Array.hh>
#include <qpdf/QPDF_Bool.hh>
#include <qpdf/QPDF_Dictionary.hh>
#include <qpdf/QPDF_Integer.hh>
#include <qpdf/QPDF_Name.hh>
#include <qpdf/QPDF_Null.hh>
#include <qpdf/QPDF_Real.hh>
#include <qpdf/QPDF_Stream.hh>
#include <qpdf/QPDF_String.hh>
#include <qpdf/QPDF_Unresolved.hh>

#include <map>
#include <memory>
#include <string>

namespace {

std::shared_ptr<Buffer> document() {
    QPDF made;
    made.emptyPDF();
    for (int i = 0; i != 5000; ++i) {
        std::string const n = std::to_string(i);
        auto page = QPDFObjectHandle::parse(
            "<< /Type /Page /MediaBox [0 0 612 792.5] /Resources << /ProcSet [/PDF /Text] >> "
            "/PieceInfo << /Editor << /LastModified (D:20230102030405, revision " +
            n + ") /Private " + n + " >> >> >>");
        page.replaceKey("/Contents", made.newStream("BT /F1 24 Tf (Page " + n + ") Tj ET"));
        QPDFPageDocumentHelper(made).addPage(made.makeIndirectObject(page), false);
    }
    QPDFWriter writer(made);
    writer.setOutputMemory();
    writer.write();
    return writer.getBufferSharedPointer();
}

programs::Counted dictionaries = programs::counted<QPDF_Dictionary>(),
                  integers = programs::counted<QPDF_Integer>(), names = programs::counted<QPDF_Name>();

/// Counts a direct value and all direct values in it.
void count(QPDFObjectHandle const& handle) {
    auto* const object = handle.obj.get();
    if (auto const* const dictionary = object->as<QPDF_Dictionary>()) {
        using Items = std::map<std::string, QPDFObjectHandle>;
        std::size_t bytes = sizeof *dictionary;
        for (auto const& [key, value] : dictionary->items) {
            bytes += 4 * sizeof(void*) + sizeof(Items::value_type) + programs::of(key);
            if (value.obj->getObjGen().getObj() == 0) count(value);
        }
        dictionaries.add(bytes);
    } else if (auto const* const array = object->as<QPDF_Array>()) {
        for (auto const& [index, value] : array->elements.elements)
            if (value.obj->getObjGen().getObj() == 0) count(value);
    } else if (auto const* const stream = object->as<QPDF_Stream>()) {
        count(stream->stream_dict);
    } else if (auto const* const name = object->as<QPDF_Name>()) {
        names.add(sizeof *name + programs::of(name->name));
    } else if (object->as<QPDF_Integer>()) {
        integers.add(sizeof(QPDF_Integer));
    }
}

}  // namespace

int main() {
    auto const bytes = document();
    QPDF read;
    read.processMemoryFile("pages.pdf", reinterpret_cast<char const*>(bytes->getBuffer()), bytes->getSize());
    for (auto const& object : read.getAllObjects()) count(object);
    count(read.getTrailer());
    trav::Objects<trav::ClassesOf<^^::>> const heap;
    programs::finish(heap, trav::roots(read, bytes), {dictionaries, integers, names});
}
