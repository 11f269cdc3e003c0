export * from './check.ts'
export * from './constructs.ts'
export * from './profile.ts'
export * from './text.ts'
