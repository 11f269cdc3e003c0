export { lintTemplate } from './lint.ts'
