import { Type as T } from 'typebox'

/** Answers that nobody may keep: secrets, and files that are made for one request. */
export const notStoredHeaders = {
  'Cache-Control': T.String({
    description: 'no-store: the answer is for this request only',
    examples: ['no-store'],
  }),
}

/** Answers that are a file. */
export const fileHeaders = {
  'Content-Disposition': T.String({
    description: 'Whether a browser saves the file or shows it, and under which name',
    examples: ['attachment; filename=devices.csv'],
  }),
  'Cache-Control': T.String({
    description: 'How long a browser may keep the file',
    examples: ['private, max-age=3600'],
  }),
}
