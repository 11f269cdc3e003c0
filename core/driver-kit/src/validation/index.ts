export { explain, type Wrong } from './explain.ts'
export { validator, type ValidateOptions, type Validator } from './validate.ts'
