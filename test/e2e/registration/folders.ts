import { readdirSync, readFileSync } from 'node:fs'
import { definitionOf } from '@linecard/template-kit/control'
import { Errors } from 'typebox/value'
import {
  RegistrationDefinition,
  type RegistrationDefinition as Definition,
} from '../../../plugins/onts-registration/src/definition.ts'

const root = new URL('../../../examples/registration/', import.meta.url)
const layout = {
  json: 'registration.json',
  texts: { commands: 'commands.hbs', undo: 'undo.hbs', replace: 'replace.hbs' },
}

export interface Example {
  folder: string
  name: string
  definition: Definition
}

/** An example as its folder has it. @throws Error with every place that does not fit the schema */
function load(folder: string): Example {
  const base = new URL(`${folder}/`, root)
  const paths = readdirSync(base, { recursive: true, encoding: 'utf8' }).filter(path =>
    /\.(?:hbs|json)$/.test(path),
  )
  const files = Object.fromEntries(paths.map(path => [path, readFileSync(new URL(path, base), 'utf8')]))
  const { name, definition } = definitionOf(layout, files)
  const whole = { group_ids: [], ...definition }
  const wrong = Errors(RegistrationDefinition, whole)
  if (wrong.length > 0)
    throw new Error(`${folder}: ${wrong.map(one => `${one.instancePath} ${one.message}`).join('; ')}`)
  return { folder, name, definition: whole as unknown as Definition }
}

/** All example folders of registrations. */
export const examples = (): Example[] => readdirSync(root).toSorted().map(load)
