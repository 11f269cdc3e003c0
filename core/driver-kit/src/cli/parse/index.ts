export * from './cells.ts'
export * from './parser.ts'
export * from './rows.ts'
