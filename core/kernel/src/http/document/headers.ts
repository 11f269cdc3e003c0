import type { Operation } from '../contract.ts'
import { isTagged } from '../operation-schema.ts'
import type { JsonSchema } from '../named-schemas.ts'
import { isConditional, sendsTag, type TaggedPaths } from './statuses.ts'

/** Headers of answers that the kernel sends. */
export const answerHeaders: Readonly<Record<string, JsonSchema>> = {
  'X-Request-Id': {
    description: 'Id of the request, also in the log of the service. That of the client, if it sent one',
    schema: { type: 'string', maxLength: 128, examples: ['0f8e5b1c-2d5a-4d0e-9f0b-6a4d2b7c1e11'] },
  },
  'X-RateLimit-Limit': {
    description: 'Requests that one address may make in the present window',
    schema: { type: 'integer', minimum: 0, examples: [1000] },
  },
  'X-RateLimit-Remaining': {
    description: 'Requests that are left in the present window',
    schema: { type: 'integer', minimum: 0, examples: [998] },
  },
  'X-RateLimit-Reset': {
    description: 'Seconds until the next window',
    schema: { type: 'integer', minimum: 0, examples: [58] },
  },
  'Retry-After': {
    description: 'Seconds after which the request is worth repeating',
    schema: { type: 'integer', minimum: 0, examples: [5] },
  },
  ETag: {
    description: 'Version of this resource, for If-Match and If-None-Match',
    schema: { type: 'string', examples: ['"mV8W2pBqv1Yy9n0R3bJt5sQe7xk"'] },
  },
  'Idempotency-Replayed': {
    description: 'This is the stored answer of the first request with this Idempotency-Key',
    schema: { type: 'string', enum: ['true'] },
  },
}

/** Headers of requests that the kernel reads. */
export const requestHeaders: Readonly<Record<string, JsonSchema>> = {
  'Idempotency-Key': {
    in: 'header',
    name: 'Idempotency-Key',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    description:
      'The same key, user and request within 24 h get the same answer and change the device once. ' +
      'Another request with this key is 422; one during the first is 409',
  },
  'X-Insist': {
    in: 'header',
    name: 'X-Insist',
    schema: { type: 'string', enum: ['true'] },
    description: 'Ask devices that are known to be down too. Without it they are 504 at once',
  },
  'If-Match': {
    in: 'header',
    name: 'If-Match',
    schema: { type: 'string', maxLength: 8192 },
    description: 'ETag of the GET of this path, in any coding, but not weak: 412 when it is no longer that',
  },
  'If-None-Match': {
    in: 'header',
    name: 'If-None-Match',
    schema: { type: 'string', maxLength: 8192 },
    description: 'ETag of an earlier answer: 304 without a body when it is still that',
  },
}

const own = (schema: JsonSchema): JsonSchema => {
  const { description, ...rest } = schema
  return { description, schema: rest }
}

/** References to the header parameters of an operation, and those that it declares itself. */
export function headerParametersOf(operation: Operation, tagged: TaggedPaths): JsonSchema[] {
  const { changesDevice, asksDevice, headers } = operation.spec
  const names = [
    ...(changesDevice ? ['Idempotency-Key'] : []),
    ...(changesDevice || asksDevice ? ['X-Insist'] : []),
    ...(isConditional(operation, tagged) ? ['If-Match'] : []),
    ...(isTagged(operation) ? ['If-None-Match'] : []),
  ]
  return [
    ...names.map(name => ({ $ref: `#/components/parameters/${name}` })),
    ...Object.entries(headers?.request ?? {}).map(([name, schema]) => ({
      in: 'header',
      name,
      ...own(schema as JsonSchema),
    })),
  ]
}

const everyAnswer = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

export const headerRefs = (...more: readonly string[]): JsonSchema =>
  Object.fromEntries([...everyAnswer, ...more].map(name => [name, { $ref: `#/components/headers/${name}` }]))

/** Headers of the good answers of an operation. */
export const headersOf = (operation: Operation, tagged: TaggedPaths): JsonSchema => ({
  ...headerRefs(
    ...(sendsTag(operation, tagged) ? ['ETag'] : []),
    ...(operation.spec.changesDevice ? ['Idempotency-Replayed'] : []),
  ),
  ...Object.fromEntries(
    Object.entries(operation.spec.headers?.answer ?? {}).map(([name, schema]) => [
      name,
      own(schema as JsonSchema),
    ]),
  ),
})
