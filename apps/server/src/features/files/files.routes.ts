import { files } from '@escola/contract/files.contract'
import type { Mount } from '../../http/mount.ts'
import { type DownloadTools, downloadFile, type ImageTools, sendImage } from './downloads.service.ts'

export const fileRoutes = (mount: Mount, tools: DownloadTools & ImageTools) => {
  mount(files.image, (school, { params, query }) => sendImage(school, { key: params.key, width: query.w }, tools))
  mount(files.download, (school, { params, query }) => downloadFile(school, { fileId: params.fileId, ...query }, tools))
}
