import { Type as T } from 'typebox'

export const gitConfig = {
  git_export: T.Boolean({
    default: false,
    title: 'Export configurations to a git repository',
    description: 'A commit for each change; `git clone` reads it over a local path',
  }),
  git_folder: T.String({
    default: '',
    maxLength: 500,
    grave: true,
    title: 'Folder of the git repository',
    description: 'Only for this installation. Empty: `git` in the data folder of the plugin',
  }),
  git_secrets: T.Boolean({
    default: false,
    grave: true,
    title: 'Export configurations with their secrets',
    description: 'Off: `***` in place of them. What was committed stays in the history of the repository',
  }),
}
