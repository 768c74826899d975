import { Plus } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Result } from '../../../shared/contract/methods';
import type { RuleRef, RuleScope, RuleUse, Verdict } from '../../../shared/model/permission';
import { useReveal } from '../../stores/system';
import { Button } from '../../ui/button';
import { Chip } from '../../ui/chip';
import { cx } from '../../ui/cx';
import { VerdictChip } from '../../ui/decision-chip';
import { keyed } from '../../ui/keyed';
import { PathActions } from '../../ui/path-actions';
import { PathText } from '../../ui/path-text';
import { ViewSection } from '../../ui/view-page';
import { editableScopes } from './rule-editor';

type Rule = Result<'permission.rules'>['rules'][number];
type RuleFile = Result<'permission.rules'>['files'][number];

interface Group {
  key: string;
  scope: RuleScope;
  file: string | undefined;
  rules: Rule[];
}

const ORDER: readonly Verdict[] = ['deny', 'ask', 'allow'];

/** Rules by the place that they stand in; within it in the order in which they are looked at: deny, ask, allow. */
export function groupRules(rules: readonly Rule[], files: readonly RuleFile[] = []): Group[] {
  const groups: Group[] = files
    .filter(({ exists }) => exists)
    .map(({ scope, path }) => ({ key: `${scope} ${path}`, scope, file: path, rules: [] }));
  for (const rule of rules) {
    const key = `${rule.scope} ${rule.file ?? ''}`;
    const group = groups.find((entry) => entry.key === key);
    if (group) group.rules.push(rule);
    else groups.push({ key, scope: rule.scope, file: rule.file, rules: [rule] });
  }
  for (const group of groups) group.rules.sort((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict));
  return groups;
}

interface RuleGroupsProps {
  rules: readonly Rule[];
  files: readonly RuleFile[];
  /** Undefined while the records are read. */
  uses: readonly RuleUse[] | undefined;
  folder: string;
  inSession: boolean;
  chosen: RuleRef | undefined;
  onChoose: (rule: RuleRef) => void;
  onAdd: (scope: RuleScope) => void;
}

export function RuleGroups({ rules, files, uses, folder, inSession, chosen, onChoose, onAdd }: RuleGroupsProps) {
  const { t } = useTranslation('permissions');
  const groups = groupRules(rules, files);
  return (
    <ViewSection
      title={t('rules.title')}
      count={rules.length}
      note={t('rules.note')}
      actions={
        <Button look="quiet" onClick={() => onAdd('local')}>
          <Plus size={13} aria-hidden />
          {t('editor.add')}
        </Button>
      }
    >
      {groups.map((group) => (
        <RuleGroup
          key={group.key}
          group={group}
          uses={uses}
          folder={folder}
          inSession={inSession}
          chosen={chosen}
          onChoose={onChoose}
          onAdd={onAdd}
        />
      ))}
      {rules.length === 0 ? <p className="max-w-prose py-1 text-muted">{t('rules.none')}</p> : undefined}
      {inSession && !groups.some((group) => group.scope === 'session') ? (
        <p className="pt-2 text-faint text-sm">{t('rules.noGrants')}</p>
      ) : undefined}
    </ViewSection>
  );
}

type RuleGroupProps = { group: Group } & Omit<RuleGroupsProps, 'rules' | 'files'>;

function RuleGroup({ group, uses, folder, inSession, chosen, onChoose, onAdd }: RuleGroupProps) {
  const { t } = useTranslation(['permissions', 'common']);
  const reveal = useReveal();
  const scope = t(`common:scope.${group.scope}`);
  return (
    <div className="pt-2">
      <h3 className="flex min-h-[26px] items-center gap-2 text-sm">
        <span className="shrink-0 text-muted">{scope}</span>
        {group.file ? (
          <>
            <PathText path={group.file} base={folder} />
            <PathActions path={group.file} onReveal={reveal} />
          </>
        ) : undefined}
        <span className="flex-1" />
        {editableScopes(inSession).includes(group.scope) ? (
          <Button look="quiet" aria-label={t('editor.addTo', { scope })} onClick={() => onAdd(group.scope)}>
            <Plus size={13} aria-hidden />
          </Button>
        ) : undefined}
      </h3>
      <ul aria-label={group.file ?? scope} className="border-line border-t">
        {keyed(group.rules).map(({ key, value }) => (
          <RuleRow
            key={key}
            rule={value}
            use={uses && findUse(uses, value)}
            known={uses !== undefined}
            selected={chosen === value}
            onChoose={onChoose}
          />
        ))}
        {group.rules.length === 0 ? <li className="px-1.5 py-1 text-faint text-sm">{t('rules.noneHere')}</li> : undefined}
      </ul>
    </div>
  );
}

function findUse(uses: readonly RuleUse[], rule: Rule): RuleUse | undefined {
  return uses.find(
    ({ text, verdict, scope, file }) => text === rule.text && verdict === rule.verdict && scope === rule.scope && file === rule.file,
  );
}

interface RuleRowProps {
  rule: Rule;
  use: RuleUse | undefined;
  /** The records have been read: then a rule without a use never decided. */
  known: boolean;
  selected: boolean;
  onChoose: (rule: RuleRef) => void;
}

function RuleRow({ rule, use, known, selected, onChoose }: RuleRowProps) {
  const { t, i18n } = useTranslation('permissions');
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <li ref={row} data-selected={selected} className="clickable border-line border-b">
      <button
        type="button"
        aria-current={selected ? 'true' : undefined}
        onClick={() => onChoose(rule)}
        className="flex min-h-[28px] w-full flex-wrap items-start justify-end gap-x-2 px-1.5 py-[3px] text-left focus-inset"
      >
        <span className="flex w-16 shrink-0 pt-[2px]">
          <VerdictChip verdict={rule.verdict} />
        </span>
        <code className={cx('min-w-0 flex-1 basis-40 break-anywhere leading-[22px]', rule.off && 'text-faint line-through')}>
          {rule.text}
        </code>
        {rule.off ? (
          <Chip tone="warn" title={t('rules.offNote')} className="mt-[2px]">
            {t(`rules.off.${rule.off}`, { defaultValue: t('rules.offShort') })}
          </Chip>
        ) : undefined}
        {known ? (
          <span className="w-28 shrink-0 text-right text-faint text-xs leading-[22px]" title={use?.last.call}>
            {use
              ? t('rules.hits', {
                  count: use.hits,
                  day: new Date(use.lastAt).toLocaleDateString(i18n.language, { month: 'short', day: 'numeric' }),
                })
              : t('rules.never')}
          </span>
        ) : undefined}
        {rule.line === undefined ? undefined : (
          <span className="shrink-0 text-muted text-sm leading-[22px]">{t('rules.line', { line: rule.line })}</span>
        )}
      </button>
    </li>
  );
}
