'use strict'
// https://github.com/tj/ejs/issues/223: a template uses a variable that the data does not have.
// FACT /sec is not defined/ what failed
// FACT /page\.ejs/ which template
// FACT />> ?2\||<%= ?sec ?%>/ the line of the template
// FACT /section: 'sport'/ the variable that exists
// FACT /'tea-31'/ which article
const ejs = require('ejs')
const serve = require('./helper/serve')
const PAGES = {
  page: '<h1><%= title %></h1>\n<p><%= sec %></p>',
  list: '<h1><%= title %></h1>\n<p><%= section %></p>'
}
function render (name, article) {
  return ejs.render(PAGES[name], { title: article.title, section: article.section }, { filename: `${name}.ejs` })
}
async function handle (request) {
  const query = new URL(request.url, 'http://press').searchParams
  const article = { id: query.get('id'), title: 'Tea', section: 'sport' }
  return render(query.get('as'), article)
}
serve({
  handle,
  good: { path: '/article?id=a-1&as=list' },
  failing: { path: '/article?id=b-2&as=page' },
  fatal: { path: '/article?id=tea-31&as=page' }
})
