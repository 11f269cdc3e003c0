export * from './shape.ts'
