import { closedObject, EmbeddedDevice, LogId } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'

const NumberedLine = closedObject({ line: T.Integer({ minimum: 1 }), text: T.String() })

export const SearchHit = closedObject(
  {
    device: EmbeddedDevice,
    version_id: LogId,
    line: T.Integer({ minimum: 1, description: 'Number of the line in the version' }),
    text: T.String({ description: 'The line; secrets are `***`' }),
    before: T.Array(T.String()),
    after: T.Array(T.String()),
    section: T.Array(NumberedLine, {
      description: 'The lines that it belongs to, the outermost first: `interface …` of an address',
    }),
  },
  { $id: 'backups.SearchHit', description: 'A line of a current configuration that fits' },
)
