'use strict'
// https://github.com/mozilla/nunjucks/issues/331: an error of a template is thrown out of render().
// FACT /Unable to call `price`|price.*(undefined or falsey|is undefined)/ what failed
// FACT /mail\.njk/ which template
// FACT /Line 1, Column \d+/ where in it
// FACT /formatPrice/ the helper that exists
// FACT /'C-204'/ which customer
const nunjucks = require('nunjucks')
const serve = require('./helper/serve')
class Templates extends nunjucks.Loader {
  getSource (name) {
    const helper = name === 'mail.njk' ? 'price' : 'formatPrice'
    return { src: `<h1>{{ customer }}</h1>\n<p>{{ ${helper}(1250) }}</p>`, path: name }
  }
}
const environment = new nunjucks.Environment(new Templates())
const HELPERS = { formatPrice: cents => `${cents / 100} EUR` }
function compose (template, order) {
  return environment.render(template, { ...HELPERS, customer: order.customer })
}
async function handle (request) {
  const [customer, template] = request.url.split('/').slice(-2)
  return compose(template, { customer, cents: 1250 })
}
serve({
  handle,
  good: { path: '/send/C-1/note.njk' },
  failing: { path: '/send/C-2/mail.njk' },
  fatal: { path: '/send/C-204/mail.njk' }
})
