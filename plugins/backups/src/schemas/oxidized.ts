import { closedObject, nullable } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'

export const Version = closedObject(
  {
    oid: T.String(),
    date: nullable(T.String({ description: 'As Oxidized writes it' })),
    author: nullable(T.String()),
    message: nullable(T.String()),
  },
  { $id: 'backups.OxidizedVersion', description: 'A version of a configuration that an Oxidized keeps' },
)
export const Configuration = closedObject(
  {
    node: T.String({ description: 'Name of the device in Oxidized' }),
    text: T.String({ description: 'Secrets are `***`' }),
  },
  { $id: 'backups.OxidizedConfiguration', description: 'A configuration that an Oxidized keeps' },
)
export const Diff = closedObject(
  { node: T.String(), unified: T.String({ description: 'Unified form' }) },
  { $id: 'backups.OxidizedDiff', description: 'What changed between two versions that an Oxidized keeps' },
)
export const oxidizedSchemas = [Version, Configuration, Diff]
