export { lintTemplate, type Linted } from './lint.ts'
