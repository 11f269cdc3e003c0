/**
 * `@linecard/plugin-kit/resource`: what is stored and asked for by the API, declared once. `resource` is the
 * table of an entity with its operations, `listRoute` the list of any SELECT.
 */
export type * from './declaration.ts'
export * from './list.ts'
export * from './resource.ts'
/** The words in which a table is declared. */
export { defineEntity, p } from '@mikro-orm/core'
export type { InferEntity } from '@mikro-orm/core'
