export * from './ports.ts'
export * from './standard.ts'
