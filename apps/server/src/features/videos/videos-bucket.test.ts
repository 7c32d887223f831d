import { ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3'
import { startS3 } from '@escola/dev-services/s3'
import { beforeAll } from 'vitest'
import { closeLater, type World, world } from '../../testing/world.ts'
import { videosInStore } from './videos-stores.testing.ts'

let w: World
let client: S3Client
beforeAll(async () => {
  const s3 = await startS3({ bucket: 'escola' })
  closeLater(s3.stop)
  const { endpoint, region, accessKeyId, secretAccessKey } = s3
  const credentials = { accessKeyId, secretAccessKey }
  client = new S3Client({ endpoint, region, forcePathStyle: true, credentials })
  closeLater(async () => client.destroy())
  w = await world({
    S3_BUCKET: 'escola',
    S3_REGION: region,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  })
})

videosInStore({
  world: () => w,
  unfinished: async () =>
    (await client.send(new ListMultipartUploadsCommand({ Bucket: 'escola' }))).Uploads?.length ?? 0,
})
