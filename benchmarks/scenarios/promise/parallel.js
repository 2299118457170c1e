'use strict'
// Asks 25 questions at once in each iteration and waits for all answers.

const QUESTIONS = 25

/** @param {number} question */
async function answer (question) {
  await null
  return question + 1
}

/** @type {import('./workloads').Workload} */
async function async (iterations) {
  const ask = async () => {
    const answers = []
    for (let i = 0; i < QUESTIONS; i++) answers.push(answer(i))
    return (await Promise.all(answers)).length
  }
  const asked = []
  for (let i = 0; i < iterations; i++) asked.push(ask())
  return (await Promise.all(asked)).reduce((total, count) => total + count, 0)
}

/** @type {import('./workloads').Workload} */
async function promises (iterations) {
  const ask = () => {
    const answers = []
    for (let i = 0; i < QUESTIONS; i++) answers.push(Promise.resolve(i).then(question => question + 1))
    return Promise.all(answers).then(values => values.length)
  }
  const asked = []
  for (let i = 0; i < iterations; i++) asked.push(ask())
  return (await Promise.all(asked)).reduce((total, count) => total + count, 0)
}

module.exports = { async, promises }
