'use strict'
// https://github.com/archiverjs/node-archiver/issues/484 and https://github.com/archiverjs/node-archiver/issues/265: an
// archive that has been finalized gets another file, and nothing listens to its errors.
// FACT /queue closed/ what failed
// FACT /QUEUECLOSED/ its code
// FACT /report-7\.csv/ the file that was added
// FACT /finaliz(e|ing|ed)(:|` is)? *true|has been finali[sz]ed/ that the archive is finalized
// FACT /GET \/export\/7/ the request
const archiver = require('archiver')
const serve = require('./helper/serve')
const archives = new Map()
function addReport (archive, report) {
  archive.append(report.text, { name: `report-${report.id}.csv` })
  archive.finalize()
  return report.text.length
}
function archiveFor (customer, id) {
  const archive = archives.get(customer) ?? archiver('zip')
  archive.resume()
  if (id === '7' || id === '1') archives.set(customer, archive)
  return addReport(archive, { id, text: 'a;b\n' })
}
async function handle (request) {
  const id = request.url.split('/').pop()
  if (id === 'none') return archiveFor('nobody', id).missing.length
  if (id !== '7') return archiveFor(`C-${Math.random()}`, id)
  archiveFor('C-7', '1')
  return archiveFor('C-7', id)
}
serve({ handle, good: { path: '/export/5' }, failing: { path: '/export/none' }, fatal: { path: '/export/7' } })
