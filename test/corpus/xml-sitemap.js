'use strict'
// https://github.com/Leonidas-from-XIV/node-xml2js/issues/679: a site map is not well-formed any more.
// FACT /Unexpected close tag/ what is wrong
// FACT /shop\.example/ which site
// FACT /<\/urlset>|<urlset>/ the text
// FACT /Line: 0|Column: \d+/ where in it
// HEADLINE any
const { parseStringPromise } = require('xml2js')
async function addresses (site, text) {
  const map = await parseStringPromise(text)
  return map.urlset.url.map(each => each.loc[0])
}
addresses({ host: 'shop.example' }, '<urlset><url><loc>https://shop.example/</url></urlset>')
