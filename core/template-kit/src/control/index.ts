export * from './kept.ts'
