'use strict'
// https://github.com/uuidjs/uuid/issues/613: a deep import that uuid 8 does not export.
// FACT /uuid\/v1/ what is required
// FACT /uuid-subpath\.js/ by which file
// FACT /exports '\.', '\.\/package\.json'|exports.*'\.'/ what the package exports
// HEADLINE package-exports
const express = require('express')
const uuid = require('uuid/v1')
express().get('/', (req, res) => res.send(uuid()))
