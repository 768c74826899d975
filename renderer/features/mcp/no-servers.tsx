import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import { selectDetail } from '../../stores/selection';
import { Button } from '../../ui/button';
import { Code } from '../../ui/code';
import { EmptyState } from '../../ui/empty-state';
import { NEW_SERVER } from './server-place';

/** Also what the form for a new server accepts as it is. */
const EXAMPLE = `{
  "mcpServers": {
    "memory": {
      "command": "npx",
      "args": [
        "-y",
        "@modelcontextprotocol/server-memory"
      ]
    }
  }
}`;

/** What servers are for, how one is added, and where they are looked for. */
export function NoServers({ files }: { files: Result<'mcp.list'>['files'] }) {
  const { t } = useTranslation('mcp');
  return (
    <EmptyState
      title={t('none.title')}
      actions={
        <Button look="solid" onClick={() => selectDetail(NEW_SERVER)}>
          <Plus size={13} aria-hidden />
          {t('add.open')}
        </Button>
      }
    >
      <p>{t('none.what')}</p>
      <p className="pt-2">{t('none.care')}</p>
      <p className="pt-2">{t('none.example')}</p>
      <Code name={t('none.exampleName')} code={EXAMPLE} language="json" className="my-2 rounded-md border border-line bg-panel p-2" />
      <p>{t('none.files')}</p>
      <ul aria-label={t('none.files')} className="pt-1 text-sm">
        {files.map(({ path, scope, exists }) => (
          <li key={`${scope} ${path}`}>
            <code className="break-anywhere">{path}</code>{' '}
            <span className="text-faint">
              {t(`scope.${scope}`)}
              {exists ? '' : ` · ${t('none.missing')}`}
            </span>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}
