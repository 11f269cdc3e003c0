export { explain, type InvalidValue } from './explain.ts'
export { partialOf, validator, type ValidateOptions, type Validator } from './validate.ts'
