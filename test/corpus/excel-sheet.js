'use strict'
// https://github.com/exceljs/exceljs/issues/996: the workbook has a sheet of another name.
// FACT /sheet.*undefined/ the sheet is undefined
// FACT /'Sheet1'/ the name that was asked for
// FACT /'Tabelle1'|Tabelle1/ the name that there is
// FACT /prices-2026/ which file
// HEADLINE nullish-property
const Excel = require('exceljs')
async function values (upload) {
  const book = new Excel.Workbook()
  book.addWorksheet('Tabelle1').addRow(['mug', 8.5])
  await null
  const sheet = book.getWorksheet('Sheet1')
  return sheet.getSheetValues()
}
values({ file: 'prices-2026.xlsx' })
