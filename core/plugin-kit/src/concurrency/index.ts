/** `@linecard/plugin-kit/concurrency`: when and in what order works of a process run. */
export * from './consume.ts'
export * from './gather.ts'
export * from './retry.ts'
export * from './thread.ts'
export * from './times.ts'
export * from './limit.ts'
