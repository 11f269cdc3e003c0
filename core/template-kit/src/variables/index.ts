export * from './device.ts'
export * from './gather.ts'
export * from './shape.ts'
