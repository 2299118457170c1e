'use strict'
// https://github.com/mowlc/real-estate-scraper/issues/3: a site has changed, and the scraper counts on an element that is
// no longer there.
// FACT /reading '0'|children`? is undefined/ what failed
// FACT /ads\[2\]|i +2\b|i: 2\b/ which advertisement
// FACT /'ad-733'|id="ad-733"/ its id
// FACT /sold|<b>|name: 'b'/ what is there instead
// FACT /'https:\/\/homes\.example\/eu\?page=9'/ which page
const cheerio = require('cheerio')
const serve = require('./helper/serve')
const ad = (id, inner) => `<li id="${id}"><div>${inner}</div></li>`
const PAGE = [ad('ad-1', '<p><i>9</i></p>'), ad('ad-2', '<p><i>8</i></p>')]
const CHANGED = [...PAGE, ad('ad-733', 'sold')]
function priceOf (ads, i) {
  return ads[i].children[0].children[0].children[0].children[0].data
}
function scrape (page, html) {
  const ads = cheerio.load(`<ul>${html.join('')}</ul>`)('li')
  const prices = []
  for (let i = 0; i < ads.length; i++) prices.push(priceOf(ads, i))
  return `${page.url}: ${prices}`
}
async function handle (request) {
  const number = request.url.split('/').pop()
  const page = { url: `https://homes.example/eu?page=${number}` }
  return scrape(page, number === '1' ? PAGE : CHANGED)
}
serve({ handle, good: { path: '/scrape/1' }, failing: { path: '/scrape/2' }, fatal: { path: '/scrape/9' } })
