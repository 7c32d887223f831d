import { files } from '@escola/contract/files.contract'
import type { Mount } from '../../http/mount.ts'
import { type DownloadTools, downloadFile, sendImage } from './files.service.ts'

export const fileRoutes = (mount: Mount, tools: DownloadTools) => {
  mount(files.image, (school, { params, query }) => sendImage(school, { key: params.key, width: query.w }, tools))
  mount(files.download, (school, { params, query }) => downloadFile(school, { fileId: params.fileId, ...query }, tools))
}
