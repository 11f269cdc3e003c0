export * from './condition.ts'
export * from './rule.ts'
