'use strict'
// Types of the answers about objects, and of the objects that make them.

/** @typedef {import('crash-collector-shared/dump/format').Value} Value */
/** @typedef {import('crash-collector-shared/dump/format').Scope} Scope */
/** @typedef {import('crash-collector-shared/dump/format').ObjectRecord} ObjectRecord */
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
 * Finds and makes the objects that an answer names.
 * @typedef {object} ObjectHandles
 * @property {(objectId: string) => ObjectRecord|undefined} object
 * @property {string} missingReason why an object is missing, if the reference does not say it
 * @property {(value: Value, preview?: boolean) => RemoteObject} remote
 * @property {(objectId: string, record: Pick<ObjectRecord, 'properties'> & Partial<ObjectRecord>) => Value} make makes
 *   an object for something that is not an object in the dump
 * @property {(objectId: string, scope: Scope, more?: Partial<ObjectRecord>) => Value} makeScope
 */

module.exports = {}
