'use strict'
// https://github.com/adaltas/node-csv/issues/338: a line has one value too many, and nothing listens to the parser.
// FACT /line 3/ the line
// FACT /got 3|'7', 'Lee', 'extra'|extra/ what stands in it
// FACT /columns length is 2|'id', 'name'/ the columns
// FACT /import-9/ which import it was
// HEADLINE error-event
const { parse } = require('csv-parse')
function importUsers (job, text) {
  const parser = parse({ columns: true })
  parser.on('readable', () => { while (parser.read() !== null) job.done++ })
  parser.write(text)
  parser.end()
}
importUsers({ id: 'import-9', done: 0 }, 'id,name\n6,Ada\n7,Lee,extra\n')
