import { Type as T } from 'typebox'

export const complianceConfig = {
  compliance_folder: T.String({
    default: '',
    maxLength: 500,
    grave: true,
    title: 'Folder with rules that configurations must follow',
    description: 'YAML files. Empty: nothing is checked',
  }),
}
