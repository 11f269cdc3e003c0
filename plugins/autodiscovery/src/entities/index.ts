export * from './found.ts'
export * from './rule.ts'
export * from './run.ts'
