// The API for ES modules, which import its functions by their names.

import api from './index.js'

export const { annotate, capture, configure, executionPath, requestFailed, watchTests } = api
export default api
