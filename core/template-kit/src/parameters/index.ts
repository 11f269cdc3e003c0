export { formOf } from './form.ts'
export { paramsOf } from './params.ts'
export { maxParameterText } from './text.ts'
