import type { StudentContent } from '@escola/contract/learning.contract'
import { isEmptyRichText } from '@escola/contract/rich-text'
import { Loader } from '@mantine/core'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { formatBytes } from '../../ui/format.ts'
import { RichText } from '../../ui/rich-text/rich-text.tsx'
import { useFileDownload } from '../../ui/use-file-download.ts'
import classes from './lesson-materials.module.css'

/** Shows the materials of a lesson: its description, its files and its links. */
export function LessonMaterials({ content }: { content: StudentContent }) {
  return (
    <>
      {!isEmptyRichText(content.description) && <RichText html={content.description} />}
      {content.files.length > 0 && (
        <section className={classes.section} aria-labelledby="lesson-files">
          <h2 id="lesson-files" className={classes.heading}>
            Arquivos
          </h2>
          <ul className={classes.list}>
            {content.files.map((file) => (
              <li key={file.id}>
                <FileButton contentId={content.id} file={file} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {content.external_links.length > 0 && (
        <section className={classes.section} aria-labelledby="lesson-links">
          <h2 id="lesson-links" className={classes.heading}>
            Links
          </h2>
          <ul className={classes.list}>
            {content.external_links.map((link) => (
              <li key={link.id}>
                <a className={classes.item} href={link.link} target="_blank" rel="noopener noreferrer">
                  <IconExternalLink size={20} aria-hidden />
                  <span className={classes.name}>{link.title || link.link}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function FileButton({ contentId, file }: { contentId: string; file: StudentContent['files'][number] }) {
  const download = useFileDownload(contentId)
  return (
    <button
      type="button"
      className={classes.item}
      disabled={download.isPending}
      aria-busy={download.isPending || undefined}
      onClick={() => download.mutate(file.id)}
    >
      {download.isPending ? <Loader size={20} aria-hidden /> : <IconDownload size={20} aria-hidden />}
      <span className={classes.name}>{file.title || file.filename}</span>
      <span className={classes.size}>{formatBytes(file.size)}</span>
    </button>
  )
}
