export * from './contract/index.ts'
export * from './oid.ts'
export * from './table/index.ts'
