/** `@linecard/plugin-kit/lead`: work that one process of the installation does at a time. */
export * from './lead.ts'
export * from './lease.ts'
