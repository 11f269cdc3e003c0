import type { Layout } from '@linecard/template-kit/control'

/** The folder of a template. */
export const layout: Layout = {
  json: 'registration.json',
  texts: { commands: 'commands.hbs', undo: 'undo.hbs', replace: 'replace.hbs' },
  main: 'commands',
}
