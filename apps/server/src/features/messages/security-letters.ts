import { deletionTemplates } from '../../mail/deletion-templates.ts'
import type { Letter } from '../../mail/letter.ts'
import { securityTemplates } from '../../mail/security-templates.ts'
import type { SecurityNews } from './message-kinds.ts'

interface Member {
  name: string
  email: string
}

/** Ids of the members whom a warning names. */
export const namedIn = (news: SecurityNews): string[] => [
  ...('byId' in news ? [news.byId] : []),
  ...('administratorId' in news ? [news.administratorId] : []),
]

interface Writing {
  personName: string
  schoolName: string
  schoolUrl: string
  /** Members of the school by id, as they are called now. */
  members: Map<string, Member>
}

export function writeWarning(news: SecurityNews, { schoolUrl, members, ...reader }: Writing): Letter {
  switch (news.kind) {
    case 'password_changed':
    case 'second_factor_removed':
    case 'new_device': {
      const pages = {
        recoveryUrl: `${schoolUrl}/recuperar-senha`,
        securityUrl: `${schoolUrl}/minha-conta/seguranca`,
      }
      return securityTemplates[news.kind](reader, { act: news, pages })
    }
    case 'deletion_asked':
    case 'deletion_taken_back': {
      const pages = { recoveryUrl: `${schoolUrl}/recuperar-senha`, dataUrl: `${schoolUrl}/minha-conta/dados` }
      return deletionTemplates[news.kind](reader, { act: news, pages })
    }
    case 'administrator_added': {
      const [by, administrator] = [members.get(news.byId), members.get(news.administratorId)]
      return securityTemplates.administrator_added(reader, {
        act: news,
        by,
        administrator,
        url: `${schoolUrl}/usuarios`,
      })
    }
    case 'domain_removed': {
      const { domain } = news
      const by = members.get(news.byId)
      return securityTemplates.domain_removed(reader, { act: news, by, domain, schoolUrl, url: `${schoolUrl}/config` })
    }
  }
}
