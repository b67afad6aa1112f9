// The pages that links of invitations and of password resets, and identity providers lead to. Source: auth.md §2, §3.
import { Api, Refusal } from './api.js';
import { button, element, section } from './elements.js';
import { linkOf, signOnAnswerOf } from './portal-formats.js';
import {
  ACCEPT_INVITATION,
  BEGIN_SINGLE_SIGN_ON,
  COMPLETE_SINGLE_SIGN_ON,
  CONFIRM_EMAIL,
  INVITATION,
  PASSWORD_RESET,
  RESET_PASSWORD,
} from './operations.js';
import { type Words, wordsOf } from './words.js';

/** Where the browser keeps what it needs when it comes back from an identity provider. */
const BEGUN = 'single-sign-on';

interface Begun {
  readonly secret: string;
  readonly organization: string;
}

interface SignOnAddress {
  readonly url: string;
  readonly secret: string;
}

interface Provider {
  readonly method: string;
  readonly name: string;
}

interface Invitation {
  readonly invite: {
    readonly email: string;
    readonly organizationName: string;
    readonly authenticationMethods: readonly string[];
  };
  readonly identityProviders: readonly Provider[];
}

/** What a page asks for, once its link is known to be valid. */
interface Task {
  readonly email: string;
  readonly title: string;
  readonly hint: string;
  readonly action: string;
  readonly done: string;
  /** Whether the password may be that of an account which exists. */
  readonly autocomplete: 'new-password' | 'on';
  readonly send: (password: string) => Promise<unknown>;
  /** False where the organization does not let its members sign in with a password. */
  readonly takesPassword: boolean;
  /** Ways other than a password. */
  readonly offers: readonly HTMLElement[];
}

class Page {
  private readonly card = element('div');
  private readonly notice = element('p', { id: 'notice', role: 'status', 'aria-live': 'polite' });
  private readonly api = new Api(null);

  constructor(private readonly words: Words) {}

  async show(): Promise<void> {
    document.documentElement.lang = navigator.language;
    document.body.classList.add('narrow');
    const product = element('header', {}, element('p', { class: 'product' }, 'Tollgate'));
    document.body.replaceChildren(element('main', {}, product, this.card), this.notice);
    this.notice.textContent = this.words.loading;
    try {
      const { kind, token } = linkOf(location);
      if (kind === 'single-sign-on') {
        await this.completeSignOn();
        return;
      }
      if (kind === 'confirm-email') {
        await this.api.send(CONFIRM_EMAIL, { input: { token } });
        this.finish(this.words.addressConfirmed);
        return;
      }
      const task = kind === 'invitation' ? await this.invitation(token) : await this.passwordReset(token);
      document.title = task.title;
      const form = task.takesPassword ? this.form(task) : null;
      this.card.replaceChildren(section('account', task.title, form, ...task.offers));
      this.card.querySelector<HTMLInputElement>('#password')?.focus();
      this.notice.textContent = '';
    } catch (error) {
      this.fail(error);
    }
  }

  private async invitation(token: string): Promise<Task> {
    const { words, api } = this;
    const { invite, identityProviders } = await api.send<Invitation>(INVITATION, { token });
    const { email, organizationName, authenticationMethods: methods } = invite;
    const providers = identityProviders.filter(({ method }) => methods.includes(method));
    return {
      email,
      title: words.join(organizationName),
      hint: words.joinHint,
      action: words.accept,
      done: words.joined(organizationName),
      autocomplete: 'on',
      send: (password) => api.send(ACCEPT_INVITATION, { input: { token, password } }),
      takesPassword: methods.includes('email_password'),
      offers: providers.length === 0 ? [] : this.offers(invite, providers, token),
    };
  }

  private async passwordReset(token: string): Promise<Task> {
    const { words, api } = this;
    const { passwordReset } = await api.send<{ passwordReset: { email: string } }>(PASSWORD_RESET, { token });
    return {
      email: passwordReset.email,
      title: words.newPassword,
      hint: words.newPasswordHint,
      action: words.save,
      done: words.passwordSet,
      autocomplete: 'new-password',
      send: (newPassword) => api.send(RESET_PASSWORD, { input: { token, newPassword } }),
      takesPassword: true,
      offers: [],
    };
  }

  private offers(
    { email, organizationName: organization }: Invitation['invite'],
    providers: readonly Provider[],
    invitationToken: string,
  ): HTMLElement[] {
    const begin = async (method: string) => {
      const sent = { input: { method, invitationToken } };
      const { beginSingleSignOn } = await this.api.send<{ beginSingleSignOn: SignOnAddress }>(
        BEGIN_SINGLE_SIGN_ON,
        sent,
      );
      const { url, secret } = beginSingleSignOn;
      sessionStorage.setItem(BEGUN, JSON.stringify({ secret, organization } satisfies Begun));
      location.assign(url);
    };
    const buttons = providers.map(({ method, name }) =>
      button(this.words.continueWith(name), () =>
        begin(method).catch((error: unknown) => {
          this.fail(error);
        }),
      ),
    );
    const hint = `${this.words.joinSignedOnHint} ${email}`;
    return [element('p', { class: 'quiet' }, hint), element('p', { class: 'offers' }, ...buttons)];
  }

  /** Accepts the invitation for which the identity provider has sent the browser back. */
  private async completeSignOn(): Promise<void> {
    const { words, api } = this;
    const answer = signOnAnswerOf(location.search);
    const kept = sessionStorage.getItem(BEGUN);
    sessionStorage.removeItem(BEGUN);
    // The address has a code in it, which nobody needs to see any more.
    history.replaceState(null, '', location.pathname);
    try {
      if (answer === null || kept === null)
        throw new Error('The single sign-on was not begun here, or was given up.');
      const { secret, organization } = JSON.parse(kept) as Begun;
      await api.send(COMPLETE_SINGLE_SIGN_ON, { input: { ...answer, secret } });
      this.finish(words.joined(organization));
    } catch {
      this.say(words.notSignedOn);
    }
  }

  private form(task: Task): HTMLElement {
    const { email, hint, action, autocomplete } = task;
    const input = element('input', {
      id: 'password',
      type: 'password',
      autocomplete,
      required: true,
      maxlength: '128',
      'aria-describedby': 'password-rule password-hint',
    });
    const rule = element('span', { id: 'password-rule', class: 'quiet' }, hint);
    const refused = element('span', { id: 'password-hint', class: 'hint', role: 'alert' });
    const submit = element('button', { type: 'submit' }, action);
    const form = element(
      'form',
      { novalidate: true, class: 'account' },
      // Password managers keep the password for this address.
      element('input', { type: 'hidden', name: 'username', autocomplete: 'username', value: email }),
      element(
        'p',
        { class: 'field' },
        element('label', { for: 'password' }, `${this.words.password} (${email})`),
        input,
        rule,
        refused,
      ),
      submit,
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (submit.disabled) return;
      submit.disabled = true;
      void this.submit(task, input, refused).finally(() => {
        submit.disabled = false;
        // Nobody needs to read it twice.
        rule.hidden = refused.textContent === hint;
      });
    });
    return form;
  }

  private async submit(task: Task, input: HTMLInputElement, refused: HTMLElement): Promise<void> {
    try {
      await task.send(input.value);
      this.finish(task.done);
    } catch (error) {
      const isRefused = error instanceof Refusal && error.status === 422;
      input.setAttribute('aria-invalid', String(isRefused));
      refused.textContent = isRefused ? sentenceOf(error, this.words) : '';
      if (isRefused) input.focus();
      else this.fail(error);
    }
  }

  private fail(error: unknown): void {
    if (error instanceof Refusal && error.status === 404) this.say(this.words.invalidLink);
    else this.notice.textContent = this.words.failed;
  }

  /** Shows that the task is done, and that nothing follows. */
  private finish(done: string): void {
    this.say(done, this.words.closePage);
  }

  /** Shows texts in place of the form; screen readers announce them. */
  private say(...texts: string[]): void {
    this.notice.textContent = '';
    const paragraphs = texts.map((text, index) => element('p', index === 0 ? {} : { class: 'quiet' }, text));
    const shown = element('section', { tabindex: '-1', role: 'status' }, ...paragraphs);
    this.card.replaceChildren(shown);
    shown.focus();
  }
}

/** Why a password was refused. */
function sentenceOf({ details }: Refusal, words: Words): string {
  const codes = Object.values(details).flat();
  return codes.includes('value_is_too_short') ? words.newPasswordHint : words.check;
}

void new Page(wordsOf(navigator.language)).show();
