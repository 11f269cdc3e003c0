export * from './constructs.ts'
export * from './text.ts'
