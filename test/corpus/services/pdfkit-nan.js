'use strict'
// https://github.com/foliojs/pdfkit/issues/1389: a picture is placed at a product with `undefined`.
// FACT /unsupported number: NaN/ what failed
// FACT /`?scale`?( is|:)? *undefined/ the undefined factor
// FACT /'sig-2'/ which element
// FACT /'contract-88'/ which document
// FACT /x: 40/ the coordinate that exists
const PDFDocument = require('pdfkit')
const serve = require('./helper/serve')
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)
function place (doc, element, scale) {
  doc.image(PIXEL, element.x * scale, element.y * scale)
}
function sign (id, elements, options) {
  const doc = new PDFDocument()
  for (const element of elements) place(doc, element, options.scale)
  return `${id} has ${elements.length}`
}
async function handle (request, body) {
  const elements = [{ id: 'sig-1', x: 40, y: 12 }, { id: 'sig-2', x: 40, y: 90 }]
  return sign(body.id, elements.slice(body.from), body.options)
}
serve({
  handle,
  good: { method: 'POST', path: '/sign?1', body: { id: 'contract-1', from: 0, options: { scale: 2 } } },
  failing: { method: 'POST', path: '/sign?2', body: { id: 'contract-2', from: 0, options: { zoom: 2 } } },
  fatal: { method: 'POST', path: '/sign?3', body: { id: 'contract-88', from: 1, options: { zoom: 2 } } }
})
