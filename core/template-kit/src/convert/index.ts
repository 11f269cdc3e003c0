export { convertTwig, type Converted } from './convert.ts'
