'use strict'
// https://github.com/ericf/express-handlebars/issues/173: another instance of the template engine has the helper.
// FACT /Missing helper: "?upper/ the helper
// FACT /victim-17|form-17/ which form
// FACT /\{\{upper title\}\}/ the template
// HEADLINE any
const handlebars = require('handlebars').create()
const other = require('handlebars').create()
other.registerHelper('upper', text => text.toUpperCase())
function page (form) {
  const template = handlebars.compile('<h1>{{upper title}}</h1>')
  return template({ title: form.title })
}
page({ id: 'form-17', title: 'Questions' })
