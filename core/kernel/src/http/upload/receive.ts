import { Readable } from 'node:stream'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Upload, UploadedFile, UploadSpec } from '@linecard/plugin-kit'
import { fail } from '../../errors.ts'
import type { Operation } from '../contract.ts'
import { assertStorable } from '../storable.ts'
import { uploadConnection, type UploadConnection } from './connection.ts'

/** A compiled check of form fields. It also reads numbers from texts. */
export interface FieldCheck {
  (fields: unknown): boolean | Promise<unknown>
  errors?: unknown
}

const formLimits = {
  fields: 100,
  fieldSize: 65_536,
  fieldNameSize: 200,
  headerPairs: 20,
  files: 2,
  parts: 110,
}
/** Bytes of a form beside its file. */
const maxOtherBytes = 1_048_576

const bytesOf = ({ maxBytes }: UploadSpec) => (typeof maxBytes === 'number' ? maxBytes : maxBytes())
const essenceOf = (request: FastifyRequest) =>
  String(request.headers['content-type'] ?? '')
    .split(';')[0]!
    .trim()
    .toLowerCase()

/** The pieces of a file. @throws ApiError UPLOAD_TOO_LARGE */
async function* counted(
  source: Readable,
  connection: UploadConnection,
  limit: number,
): AsyncGenerator<Buffer> {
  const pieces = source.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  for (let bytes = 0; ;) {
    const { done, value } = await connection.wait(pieces.next())
    if (done) return
    bytes += value.length
    if (bytes > limit) throw fail('UPLOAD_TOO_LARGE', { limit })
    yield value
  }
}

/** Gives the file to the handler. @throws Error if the handler did not read all of it */
async function handOver<T>(
  take: (file: UploadedFile) => Promise<T>,
  file: Omit<UploadedFile, 'stream'>,
  pieces: AsyncGenerator<Buffer>,
): Promise<T> {
  const stream = Readable.from(pieces, { objectMode: false })
  // The reader gets the failure. Without a reader it must not end the process.
  stream.on('error', () => undefined)
  try {
    const taken = await take({ ...file, stream })
    if (!stream.readableEnded) throw new Error('the handler of an upload left its file unread')
    return taken
  } finally {
    stream.destroy()
  }
}

function keep(
  fields: Record<string, unknown>,
  { fieldname, value, fieldnameTruncated, valueTruncated }: MultipartValue,
): void {
  if (fieldnameTruncated || valueTruncated) throw fail('PAYLOAD_TOO_LARGE')
  fields[fieldname] = Object.hasOwn(fields, fieldname) ? [fields[fieldname], value].flat() : value
}

async function fromForm<T>(
  request: FastifyRequest,
  spec: UploadSpec,
  connection: UploadConnection,
  fields: Record<string, unknown>,
  take: (file: UploadedFile) => Promise<T>,
): Promise<{ taken: T } | null> {
  const limit = bytesOf(spec)
  // One byte more than our own limit, so that ours is reached first.
  const parts = request.parts({ limits: { ...formLimits, fileSize: limit + 1 } })
  connection.limit(limit + maxOtherBytes)
  let found: { taken: T } | null = null
  for (;;) {
    const { done, value: part } = await connection.wait(
      parts.next() as Promise<IteratorResult<MultipartFile | MultipartValue, undefined>>,
    )
    if (done) return found
    if (part.type === 'field') {
      keep(fields, part)
      continue
    }
    if (found || part.fieldname !== spec.field) throw fail('UPLOAD_FILE_UNEXPECTED', { field: spec.field })
    found = {
      taken: await handOver(
        take,
        { name: part.filename, type: part.mimetype, before: { ...fields } },
        counted(part.file, connection, limit),
      ),
    }
  }
}

/** For the handlers of all other operations. */
export const noUpload: Upload<never> = {
  receive: () => Promise.reject(new Error('this operation takes no upload')),
}

/** The upload of one request. The body is not read before the handler asks for it. */
export function uploadOf(
  { spec: { upload: spec, operationId } }: Operation,
  request: FastifyRequest,
  check: FieldCheck,
): Upload<never> {
  let begun = false
  return {
    async receive<T>(take: (file: UploadedFile) => Promise<T>) {
      if (!spec || begun)
        throw new Error(`${operationId} ${begun ? 'received its upload twice' : 'takes no upload'}`)
      begun = true
      const fields: Record<string, unknown> = {}
      // The action log records these fields, also of an upload that fails.
      request.body = fields
      const type = essenceOf(request)
      const connection = uploadConnection(request.raw, spec.idleMs ?? 30_000)
      try {
        const found =
          type === 'multipart/form-data'
            ? await fromForm(request, spec, connection, fields, take)
            : spec.types?.includes(type)
              ? {
                  taken: await handOver(
                    take,
                    { name: '', type, before: {} },
                    counted(request.raw, connection, bytesOf(spec)),
                  ),
                }
              : null
        if (!found)
          throw fail('UPLOAD_FILE_MISSING', {
            how: [
              `send it as multipart/form-data in the field "${spec.field}"`,
              ...(spec.types ?? []).map(raw => `or as the whole body with the type ${raw}`),
            ].join(', '),
          })
        assertStorable(fields)
        if (check(fields) !== true)
          throw Object.assign(new Error('fields'), { validation: check.errors, validationContext: 'body' })
        return { fields: fields as never, taken: found.taken }
      } finally {
        connection.leave()
      }
    },
  }
}
