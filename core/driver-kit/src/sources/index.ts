export { layered } from './layered.ts'
export { resolveModules } from './resolve.ts'
