import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { outboundAgents } from '@linecard/plugin-kit/outbound'
import type { Config } from '../config.ts'
import { runOnStorage } from './failures.ts'
import { isKey, pathOfKey, type Storage, type StoredKey } from './storage.ts'

const isAbsent = (error: unknown) =>
  ['NoSuchKey', 'NotFound'].includes(String((error as { name?: string }).name))

/** The errors tell what failed; the library would also write to the console. */
const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {} }

/** A client whose connections all pass the outbound rules. */
function clientOf(config: Config): S3Client {
  const agents = outboundAgents({ allowPrivate: config.s3_private_networks })
  return new S3Client({
    endpoint: config.s3_endpoint,
    region: config.s3_region,
    forcePathStyle: true,
    credentials: { accessKeyId: config.s3_access_key, secretAccessKey: config.s3_secret_key },
    followRegionRedirects: false,
    maxAttempts: 3,
    logger: silent,
    // Not every S3-compatible storage supports the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: 60_000,
      throwOnRequestTimeout: true,
      httpAgent: agents.http,
      httpsAgent: agents.https,
    },
  })
}

/**
 * Files in a bucket. The endpoint passes the outbound rules; redirects to other hosts are not followed. An
 * object appears as a whole or not at all.
 * @throws Error if the endpoint, the bucket or a key is missing
 */
export function s3Storage(config: Config): Storage {
  const {
    s3_endpoint: endpoint,
    s3_bucket: bucket,
    s3_access_key: accessKeyId,
    s3_secret_key: secretAccessKey,
    s3_prefix: prefix,
  } = config
  const missing = Object.entries({
    s3_endpoint: endpoint,
    s3_bucket: bucket,
    s3_access_key: accessKeyId,
    s3_secret_key: secretAccessKey,
  })
    .filter(([, value]) => value === '')
    .map(([key]) => key)
  if (missing.length > 0) throw new Error(`storage s3 needs the settings ${missing.join(', ')}`)
  const client = clientOf(config)
  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${pathOfKey(key)}` })
  return {
    put: (key, path) =>
      runOnStorage(async () => {
        const { size } = await stat(path)
        await client.send(
          new PutObjectCommand({ ...at(key), Body: createReadStream(path), ContentLength: size }),
        )
      }),
    open: key =>
      runOnStorage(async () => {
        try {
          const { Body, ContentLength } = await client.send(new GetObjectCommand(at(key)))
          return Body ? { stream: Body as Readable, bytes: ContentLength ?? 0 } : null
        } catch (error) {
          if (isAbsent(error)) return null
          throw error
        }
      }),
    remove: key =>
      runOnStorage(async () => {
        await client.send(new DeleteObjectCommand(at(key)))
      }),
    list: first =>
      runOnStorage(async () => {
        const all: StoredKey[] = []
        let token: string | undefined
        do {
          const page = await client.send(
            new ListObjectsV2Command({
              Bucket: bucket,
              Prefix: `${prefix}${first}/`,
              ContinuationToken: token,
            }),
          )
          for (const { Key = '', LastModified } of page.Contents ?? []) {
            const key = Key.split('/').at(-1)!
            // Other objects of the bucket are not ours and must not be removed.
            if (LastModified && isKey(key) && Key === `${prefix}${pathOfKey(key)}`)
              all.push({ key, modified: LastModified })
          }
          token = page.NextContinuationToken
        } while (token)
        return all
      }),
  }
}
