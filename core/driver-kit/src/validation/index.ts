export { explain, type InvalidValue } from './explain.ts'
export { validator, type ValidateOptions, type Validator } from './validate.ts'
