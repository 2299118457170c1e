'use strict'
// What the answers about objects are made of and what they are made with.

/** @typedef {import('../../dump/format').Value} Value */
/** @typedef {import('../../dump/format').Scope} Scope */
/** @typedef {import('../../dump/format').ObjectRecord} ObjectRecord */
/** @typedef {import('node:inspector').Runtime.PropertyDescriptor} PropertyDescriptor */
/** @typedef {import('node:inspector').Runtime.RemoteObject} RemoteObject */

/**
 * @typedef {object} Properties
 * @property {PropertyDescriptor[]} result
 * @property {{ name: string, value?: RemoteObject }[]} [internalProperties]
 * @property {{ name: string, value?: RemoteObject, get?: RemoteObject, set?: RemoteObject }[]} [privateProperties]
 */

/**
 * @typedef {{ accessorPropertiesOnly?: boolean, nonIndexedPropertiesOnly?: boolean, ownProperties?: boolean,
 *   generatePreview?: boolean }} PropertyOptions
 */

/**
 * What finds and makes the objects that an answer names.
 * @typedef {object} ObjectHandles
 * @property {(objectId: string) => ObjectRecord|undefined} object
 * @property {string} missingReason why an object is not there, when the reference does not say it
 * @property {(value: Value, preview?: boolean) => RemoteObject} remote
 * @property {(objectId: string, record: Pick<ObjectRecord, 'properties'> & Partial<ObjectRecord>) => Value} make makes
 *   an object of something that is none in the dump
 * @property {(objectId: string, scope: Scope, more?: Partial<ObjectRecord>) => Value} makeScope
 */

module.exports = {}
